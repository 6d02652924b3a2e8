/** Commands that read something aloud: the rack, the board around the cursor, the last move, the scores. */
import type { PlayState } from './play.svelte.ts';
import { describeAround, describeRack, describeScores, describeTurn } from './speech.ts';
import { t } from './messages.svelte.ts';

/** What a key held with Alt reads aloud; `null` if it is none of them. */
export function readAloud(play: PlayState, code: string): string | null {
  switch (code) {
    case 'KeyR':
      return describeRack(play.board, play.draft);
    case 'KeyB':
      return describeAround(play.board, play.stacks, play.draft, play.cursor.cell);
    case 'KeyL': {
      const last = play.turns.at(-1);
      return last ? describeTurn(play.board, play.table, last, null) : t('moves.none');
    }
    case 'KeyS':
      return describeScores(play.table, play.state);
    default:
      return null;
  }
}
