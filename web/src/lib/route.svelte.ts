/** Addresses within the page: `#/play/ID`. What stands after `#` is never sent to a server. */

/** The links that the server mails, and those with which it sends a browser back from a provider of identities. */
const SENT = /^#(verify-email|reset-password|sign-in|sign-in-error)=(.*)$/;

const here = $state({ parts: read(), visit: 0 });

/** The parts of an address within the page. One that cannot be decoded is a page that does not exist. */
export function linkParts(text: string): string[] {
  try {
    return text
      .trim()
      .replace(/^[^#]*/, '')
      .replace(/^#\/?/, '')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent);
  } catch {
    return ['?'];
  }
}

function read(): string[] {
  const [, page, code] = SENT.exec(location.hash) ?? [];
  if (!page || code === undefined) return linkParts(location.hash);
  // A code is as good as a password: it stays neither in the address nor in the history.
  history.replaceState(history.state, '', `#/${page}`);
  return code ? [page, code] : [page];
}

addEventListener('hashchange', () => {
  here.parts = read();
  here.visit += 1;
  scrollTo(0, 0);
});

export const route = {
  get page(): string {
    return here.parts[0] ?? 'home';
  },
  /** Counts the addresses that were followed: the same link again is another visit. */
  get visit(): number {
    return here.visit;
  },
  get arguments(): string[] {
    return here.parts.slice(1);
  },
};

export function link(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function go(...parts: string[]): void {
  location.hash = link(...parts);
}

/** The whole address of a page, to be given to others. */
export function address(...parts: string[]): string {
  return `${location.origin}${location.pathname}${link(...parts)}`;
}
