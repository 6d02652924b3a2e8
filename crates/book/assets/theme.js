// Sets the reader's theme, chosen here or in the playground, before anything is drawn.
(() => {
  try {
    const chosen = localStorage.getItem('tilewright-book-theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's colours hold.
  }
})();
