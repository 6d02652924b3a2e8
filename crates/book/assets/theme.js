// Before anything is drawn: the colours that the reader has chosen, here or in the playground.
(() => {
  try {
    const chosen = localStorage.getItem('tilewright-book-theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's colours hold.
  }
})();
