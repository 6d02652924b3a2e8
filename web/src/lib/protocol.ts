/** The one JSON shape, made from the engine's own types. */
export type * from '../../../crates/protocol/generated/protocol.ts';
