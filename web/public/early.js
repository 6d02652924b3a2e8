/** Asks the server for what the first page needs while the page itself is on its way; `api.ts` takes the answers. */
(() => {
  const early = (globalThis.early = new Map());
  let token = null;
  try {
    token = localStorage.getItem('token');
  } catch {
    // A browser that keeps nothing has no games either.
  }
  const ask = (path, bearer) => {
    const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
    const answer = fetch(`/api/v1${path}`, { headers });
    // Whoever takes it hears of a failure.
    answer.catch(() => undefined);
    early.set(`${bearer ?? ''} ${path}`, answer);
  };
  const [page = 'home', id] = location.hash.replace(/^#\/?/, '').split('/').filter(Boolean);
  if (page === 'home' || page === 'play') ask('/variants', null);
  if (page === 'home' && token) ask('/games', token);
  if (page === 'play' && token && /^[\w-]+$/.test(id ?? '') && !id.startsWith('local-')) {
    ask(`/games/${id}`, token);
    ask(`/games/${id}/variant`, token);
    ask(`/games/${id}/events?after=0`, token);
  }
  // An answer that nobody wants soon is too old.
  setTimeout(() => early.clear(), 10_000);
})();
