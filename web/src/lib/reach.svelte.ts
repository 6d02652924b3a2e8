/** Whether the server can be reached: every answer tells, and so does every lost one. */
const state = $state({ lost: false, since: 0 });
let waiting: (() => void)[] = [];

export const reach = {
  get lost(): boolean {
    return state.lost;
  },
  /** When the server was last heard of, while it is out of reach. */
  get since(): number {
    return state.since;
  },
};

export function heard(answered: boolean): void {
  if (state.lost === !answered) return;
  state.lost = !answered;
  state.since = Date.now();
  if (answered) wake();
}

function wake(): void {
  for (const go of waiting) go();
  waiting = [];
}

/** Waits before the next try: shorter when the browser or another request finds the server again. */
export function nextTry(tries: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, Math.min(8000, 500 * 2 ** Math.min(tries, 4)));
    waiting.push(() => {
      clearTimeout(timer);
      done();
    });
  });
}

addEventListener('online', wake);
