/** The page as an app: kept in the browser, so that it opens and plays without a connection. */
const state = $state<{ engine: 'unknown' | 'keeping' | 'kept' | 'failed' }>({ engine: 'unknown' });

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
let offer = $state.raw<InstallPrompt | null>(null);

export const offline = {
  get supported(): boolean {
    return 'serviceWorker' in navigator;
  },
  /** Whether the engine is kept for games without a connection. */
  get engine(): typeof state.engine {
    return state.engine;
  },
  /** Whether the browser offers to install the page. */
  get installable(): boolean {
    return offer !== null;
  },
  async install(): Promise<void> {
    await offer?.prompt();
    offer = null;
  },
  /** Keeps the engine and its word lists. */
  async keepEngine(): Promise<void> {
    state.engine = 'keeping';
    const registration = await navigator.serviceWorker.ready;
    registration.active?.postMessage('keep-engine');
  },
};

const standalone = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** Registers the worker once the page has what it needs. */
export function goOffline(): void {
  if (!offline.supported) return;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => void offline.keepEngine());
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'kept' || data === 'failed') state.engine = data;
  });
  const register = (): void => {
    navigator.serviceWorker.register('/sw.js').then(
      () => {
        if (standalone()) void offline.keepEngine();
      },
      // A browser that forbids it shows the page as before.
      () => undefined,
    );
  };
  const soon = (): unknown =>
    'requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 1000);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
