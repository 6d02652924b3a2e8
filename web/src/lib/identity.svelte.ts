/** Who plays in this browser: a guest or an account, and the token of the session. */
import type { PlayerInfo, SignedIn } from './protocol.ts';

function read(): PlayerInfo | null {
  try {
    const known = JSON.parse(localStorage.getItem('player') ?? 'null') as PlayerInfo | null;
    return known && typeof known.id === 'string' && localStorage.getItem('token') ? known : null;
  } catch {
    return null;
  }
}

const state = $state<{ player: PlayerInfo | null }>({ player: read() });

export const identity = {
  /** The player, once known. A browser that has asked for nothing yet has none. */
  get player(): PlayerInfo | null {
    return state.player;
  },
  /** The account of this browser; `null` for guests. */
  get account(): PlayerInfo | null {
    return state.player && !state.player.guest ? state.player : null;
  },
  get token(): string | null {
    return localStorage.getItem('token');
  },
  enter(signed: SignedIn): void {
    localStorage.setItem('token', signed.token);
    identity.rename(signed.player);
  },
  rename(player: PlayerInfo): void {
    localStorage.setItem('player', JSON.stringify(player));
    state.player = player;
  },
  /** Forgets the player: the session has ended. */
  leave(): void {
    localStorage.removeItem('token');
    localStorage.removeItem('player');
    state.player = null;
  },
};

// Another tab has signed in or out.
addEventListener('storage', (event) => {
  if (event.key === 'player' || event.key === 'token') state.player = read();
});
