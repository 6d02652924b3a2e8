/** Something that a moderator is about to do: asked for in a dialog, with a reason. */
import type { Role } from './protocol.ts';

/** What the form of an action says. */
export interface Reasoned {
  reason: string;
  /** Until when, in milliseconds since 1970; without, for good. */
  until: number | undefined;
  appeal: string;
  role: Role;
}

export interface Act {
  title: string;
  text: string;
  submit: string;
  /** What the reason is called, where it is not one. */
  label?: string;
  /** Whether the player sees the reason. */
  seen?: boolean;
  /** Whether it has an end. */
  days?: boolean;
  /** Whether it says how to appeal. */
  appeal?: boolean;
  /** The role until now, where it is about roles. */
  role?: Role;
  /** Whether nobody can undo it. */
  final?: boolean;
  /** Whether it takes something away. */
  danger?: boolean;
  work: (values: Reasoned) => Promise<void>;
  /** Reads again what the action is about. */
  refresh: () => Promise<void>;
  /** Where to go once there is nothing left to read. */
  leave?: () => void;
}

export class Acting {
  act = $state.raw<Act | null>(null);
  open = $state(false);

  begin(act: Act): void {
    this.act = act;
    this.open = true;
  }
}
