/** The title of the window: what the page is about, and how many games wait. */
import { games } from './games.svelte.ts';
import { t } from './messages.svelte.ts';
import { route } from './route.svelte.ts';

const state = $state<{ text: string; page: string }>({ text: '', page: '' });

/** What a page is about, once it knows: the name of a variant, a turn. */
export function entitle(text: string): void {
  state.text = text;
  state.page = location.hash;
}

/** The title of the page that is shown, without what waits. */
export function titleOf(page: string): string {
  if (state.text && state.page === location.hash) return state.text;
  switch (page) {
    case 'home':
    case 'play':
      return '';
    case 'games':
      return t('games.title');
    case 'lobby':
      return t('lobby.title');
    case 'daily':
      return t('daily.name');
    case 'invent':
      return t('nav.invent');
    case 'variants':
      return t('variants.title');
    case 'account':
      return t('account.title');
    case 'verify-email':
      return t('verify.title');
    case 'reset-password':
      return t('reset.title');
    case 'sign-in':
    case 'sign-in-error':
      return t('account.signIn');
    case 'settings':
      return t('settings.title');
    case 'rules':
      return t('rules.title');
    case 'explain':
    case 'shared':
      return t('nav.explain');
    case 'analyse':
      return t('nav.analyse');
    case 'join':
      return t('join.title');
    default:
      return t('missing.title');
  }
}

/** The whole title: `(2) Your games · Tilewright`. */
export function wholeTitle(): string {
  const about = titleOf(route.page);
  // A game says itself whose turn it is.
  const waiting = games.waiting && route.page !== 'play' ? `(${games.waiting}) ` : '';
  return `${waiting}${about ? `${about} · ` : ''}Tilewright`;
}
