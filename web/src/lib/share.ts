/** A turn in a link: everything that is needed to show it, packed into the part after `#`. */
import type { BoardModel } from './board.ts';
import type { Stacks } from './history.ts';
import type { PlacedTile, PublicCell, ScoreBreakdown, VariantSource } from './protocol.ts';

export interface SharedTurn {
  v: 1;
  variant: VariantSource;
  name: string;
  player: string;
  before: PublicCell[];
  placements: PlacedTile[];
  score: ScoreBreakdown | null;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A text packed so that it can stand in a link. */
export async function packText(plain: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(plain), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export const pack = (turn: SharedTurn): Promise<string> => packText(JSON.stringify(turn));

/** The text of a link. */
export async function unpackText(text: string): Promise<string> {
  if (text.length > 200_000) throw new Error('too long');
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

export async function unpack(text: string): Promise<SharedTurn> {
  const turn = JSON.parse(await unpackText(text)) as SharedTurn;
  if (turn.v !== 1 || !Array.isArray(turn.before) || !Array.isArray(turn.placements)) throw new Error('no turn');
  return turn;
}

export function cellsOf(board: BoardModel, stacks: Stacks): PublicCell[] {
  return [...stacks].map(([cell, tiles]) => ({ cell: board.cell(cell).label, tiles }));
}
