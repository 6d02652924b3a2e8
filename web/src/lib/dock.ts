/** What the dock says: the number, two lines and the button, for every state of a move. */
import { placesOf } from './hints.ts';
import { t } from './messages.svelte.ts';
import type { PlayState } from './play.svelte.ts';
import type { Points } from './protocol.ts';
import { points, reason } from './speech.ts';

export interface Dock {
  number: string;
  tone: 'none' | 'good' | 'bad' | 'grey';
  one: string;
  two: string;
  button: string;
  /** What the button does; `null` while it is off. */
  action: 'play' | 'place' | null;
  /** Whether the second line leads to all reasons. */
  reasons: boolean;
}

/** How the player would stand with so many more points. */
function standing(play: PlayState, more: Points): string {
  const seat = play.table.seat;
  const scores = play.state?.seats.map((one) => Number(one.score)) ?? [];
  if (seat === null || scores.length < 2) return '';
  const lead = (scores[seat] ?? 0) + Number(more) - Math.max(...scores.filter((_, other) => other !== seat));
  if (!Number.isFinite(lead)) return '';
  if (lead === 0) return t('dock.level');
  return lead > 0 ? t('dock.lead', { n: lead }) : t('dock.trail', { n: -lead });
}

const line = (...parts: string[]): string => parts.filter(Boolean).join(' · ');

/** Who is to move, as the dock names them. */
export function moverOf(play: PlayState): string {
  return play.table.seats[play.state?.to_move ?? 0]?.name ?? '';
}

/** “turn 2 of 5”, where the number of turns is limited. */
export function turnOf(play: PlayState): { n: number; of: number; text: string } | null {
  const of = play.board.details.rules.turn_limit.turns;
  const { seat } = play.table;
  if (of === null || seat === null || play.over) return null;
  const own = play.turns.filter((turn) => turn.seat === seat && ['play', 'swap', 'pass', 'lost'].includes(turn.kind));
  const n = Math.min(own.length + (play.myTurn ? 1 : 0), of);
  return n < 1 ? null : { n, of, text: t('dock.turnOf', { n, of }) };
}

/** The words that a move forms, and where the main one lies. */
export function wordsOf(play: PlayState): { words: string; place: string; total: Points } | null {
  const breakdown = play.preview?.legal ? play.preview.breakdown : null;
  if (!breakdown) return null;
  const main = breakdown.words.find((word) => word.main) ?? breakdown.words[0];
  return {
    words: breakdown.words.map((word) => word.text).join(' + '),
    place: main ? play.board.placeOf(main.cells, main.axis) : '',
    total: breakdown.total,
  };
}

function idle(play: PlayState): Dock {
  const none = { number: '–', tone: 'none', action: null, reasons: false } as const;
  if (play.swapping) {
    return { ...none, one: t('swap.title'), two: t('swap.text'), button: '' };
  }
  if (play.myTurn) {
    const two = play.slide ? t('slide.help') : t('dock.how');
    const one = line(t('dock.yourTurn'), turnOf(play)?.text ?? '');
    return { ...none, one, two, button: t('play.button') };
  }
  const two = play.table.seat === null ? t('dock.watching') : t('dock.premoveHow');
  return { ...none, one: t('dock.thinking', { name: moverOf(play) }), two, button: t('play.plan') };
}

function hinted(play: PlayState): Dock | null {
  const { ghosts, board, draft } = play;
  if (!ghosts || draft.loose.length) return null;
  const place = placesOf(board, play.stacks, ghosts);
  return {
    number: points(ghosts.score),
    tone: 'grey',
    one: ghosts.words.join(' + '),
    two: line(place, t('dock.hint')),
    button: t('dock.place'),
    action: 'place',
    reasons: false,
  };
}

/** The state of the dock in a running game. */
export function dockOf(play: PlayState): Dock {
  const found = hinted(play);
  if (found) return found;
  if (!play.hasMove) return idle(play);
  const move = wordsOf(play);
  const wrong = play.preview && !play.preview.legal ? (play.preview.violations ?? []) : [];
  if (play.neutral) {
    return {
      number: '–',
      tone: 'none',
      one: t('dock.placed', { n: play.draft.loose.length }),
      two: t('dock.add'),
      button: t('play.button'),
      action: null,
      reasons: false,
    };
  }
  if (wrong.length) {
    const [first, second] = wrong;
    const two = second
      ? line(t('dock.of', { n: wrong.length }), t('dock.also', { reason: reason(play.board, second) }))
      : (first?.cells ?? []).length
        ? t('dock.at', { cells: [...new Set(first!.cells)].map((cell) => play.board.name(cell)).join(', ') })
        : '';
    return {
      number: '!',
      tone: 'bad',
      one: reason(play.board, first!),
      two,
      button: play.myTurn ? t('play.fix', { n: wrong.length }) : play.premove ? t('cancel') : t('play.plan'),
      action: play.myTurn ? null : 'play',
      reasons: true,
    };
  }
  const number = move ? points(move.total) : '–';
  const words = move?.words ?? t('dock.placed', { n: play.draft.loose.length });
  const shown = { number, tone: move ? 'good' : 'none', reasons: false } as const;
  if (!play.myTurn) {
    if (play.premove)
      return {
        ...shown,
        one: t('dock.premove', { words }),
        two: t('dock.premoveText'),
        button: t('cancel'),
        action: 'play',
      };
    return {
      ...shown,
      one: words,
      two: line(move?.place ?? '', t('dock.thinking', { name: moverOf(play) })),
      button: t('play.plan'),
      action: 'play',
    };
  }
  const { challenge } = play.board.details.rules;
  const unchecked = challenge.enable_challenges && challenge.opaque;
  const offline = play.table.connection === 'lost';
  return {
    ...shown,
    one: words,
    two: play.later
      ? t('dock.later')
      : unchecked
        ? t('dock.unchecked')
        : line(move?.place ?? '', move ? standing(play, move.total) : '', turnOf(play)?.text ?? ''),
    button: play.later ? t('cancel') : offline ? t('dock.playLater') : t('play.button'),
    action: play.busy ? null : 'play',
  };
}
