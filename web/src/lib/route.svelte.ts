/** Addresses within the page: `#/play/ID`. What stands after `#` is never sent to a server. */
const here = $state({ parts: read() });

function read(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

addEventListener('hashchange', () => {
  here.parts = read();
  scrollTo(0, 0);
});

export const route = {
  get page(): string {
    return here.parts[0] ?? 'home';
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
