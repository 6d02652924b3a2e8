// The book's script: search, theme, menu on small screens, copy buttons, animations.
(() => {
  const root = document.documentElement.dataset.root ?? '';
  const byId = (id) => document.getElementById(id);

  // Theme: system, light, dark.
  const theme = byId('book-theme');
  const themes = ['system', 'light', 'dark'];
  const names = { system: 'system', light: 'light', dark: 'dark' };
  const showTheme = (name) => {
    if (name === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    theme.setAttribute('aria-label', `Theme: ${names[name]}`);
    theme.title = theme.getAttribute('aria-label');
  };
  let chosen = document.documentElement.dataset.theme ?? 'system';
  theme.hidden = false;
  showTheme(chosen);
  theme.addEventListener('click', () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
    showTheme(chosen);
    try {
      localStorage.setItem('tilewright-book-theme', chosen);
    } catch {
      // The choice then holds for this page only.
    }
  });

  // Where a server shows the book, the playground is one level up.
  const play = byId('book-play');
  const docs = location.pathname.indexOf('/docs/');
  if (location.protocol.startsWith('http') && docs >= 0) {
    play.href = location.pathname.slice(0, docs + 1);
    play.hidden = false;
  }

  // Scrolls the contents to the page that is open. `scrollIntoView` would also move the place from
  // which the Tab key goes on.
  const showCurrent = () => {
    const contents = document.querySelector('.contents');
    const current = contents?.querySelector('a[aria-current]');
    if (!current) return;
    const frame = contents.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    if (place.top >= frame.top && place.bottom <= frame.bottom) return;
    contents.scrollTop += place.top - frame.top - frame.height / 2;
  };

  // The menu of small screens.
  const menu = document.querySelector('.menu');
  menu.addEventListener('click', (event) => {
    event.preventDefault();
    const open = document.body.classList.toggle('nav-open');
    menu.setAttribute('aria-expanded', String(open));
    if (open) showCurrent();
  });
  showCurrent();

  // Copying: of a terminal only what is typed.
  for (const pre of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const typed = [...pre.querySelectorAll('.typed')].map((line) => line.textContent.slice(2));
      const text = typed.length ? typed.join('\n') : pre.querySelector('code').textContent;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(pre.querySelector('code'));
        button.textContent = 'Selected';
      }
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    pre.append(button);
  }

  // Films begin when they are seen, and again when asked.
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const restart = (film) => {
    const svg = film.querySelector('svg');
    svg.replaceWith(svg.cloneNode(true));
  };
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      seen.unobserve(entry.target);
      restart(entry.target);
    }
  }, { threshold: 0.5 });
  for (const film of document.querySelectorAll('.film')) {
    if (calm) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Play again';
    button.addEventListener('click', () => restart(film));
    film.append(button);
    seen.observe(film);
  }

  // Search: the index is loaded when it is first wanted.
  const field = byId('book-search');
  const found = byId('book-found');
  const count = byId('book-found-count');
  let loading = null;
  const load = () => {
    loading ??= new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = `${root}search-index.js`;
      script.onload = () => resolve(window.bookIndex.map(prepared));
      script.onerror = () => resolve([]);
      document.head.append(script);
    });
    return loading;
  };
  const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const prepared = ([address, title, heading, text]) => ({
    address, title, heading, text,
    inTitle: plain(title), inHeading: plain(heading), inText: plain(text),
  });
  const worth = (text, term, points) => {
    const at = text.indexOf(term);
    if (at < 0) return 0;
    const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
    const ends = !/[\p{L}\p{N}]/u.test(text[at + term.length] ?? ' ');
    return points * (begins ? (ends ? 3 : 2) : 1);
  };
  const rank = (row, terms) => {
    let sum = 0;
    for (const term of terms) {
      const points = worth(row.inTitle, term, 8) + worth(row.inHeading, term, 10) + worth(row.inText, term, 1);
      if (points === 0) return 0;
      sum += points;
    }
    return row.heading ? sum : sum + 1;
  };
  const excerpt = (row, terms) => {
    const places = terms.map((term) => row.inText.indexOf(term)).filter((at) => at >= 0);
    const from = Math.max(0, Math.min(...places, row.text.length) - 50);
    return (from > 0 ? '…' : '') + row.text.slice(from, from + 170) + (row.text.length > from + 170 ? '…' : '');
  };
  const marked = (element, text, terms) => {
    const low = plain(text);
    let at = 0;
    while (at < text.length) {
      const hits = terms.map((term) => [low.indexOf(term, at), term]).filter(([place]) => place >= 0);
      const [place, term] = hits.sort((a, b) => a[0] - b[0])[0] ?? [-1, ''];
      if (place < 0 || low.length !== text.length) break;
      element.append(text.slice(at, place));
      const mark = document.createElement('mark');
      mark.textContent = text.slice(place, place + term.length);
      element.append(mark);
      at = place + term.length;
    }
    element.append(text.slice(at));
  };
  const show = async () => {
    const terms = plain(field.value).split(/\s+/).filter(Boolean).slice(0, 8);
    if (terms.length === 0) return hide();
    const rows = await load();
    const ranked = rows.map((row) => [rank(row, terms), row]).filter(([points]) => points > 0);
    ranked.sort((a, b) => b[0] - a[0]);
    const list = document.createElement('ul');
    for (const [, row] of ranked.slice(0, 12)) {
      const link = document.createElement('a');
      link.href = root + row.address;
      const name = document.createElement('strong');
      marked(name, row.heading ? `${row.title} › ${row.heading}` : row.title, terms);
      const small = document.createElement('small');
      marked(small, excerpt(row, terms), terms);
      link.append(name, small);
      list.append(Object.assign(document.createElement('li'), {}));
      list.lastChild.append(link);
    }
    const none = Object.assign(document.createElement('p'), { textContent: 'Nothing found. Try fewer or different words.' });
    found.replaceChildren(ranked.length ? list : none);
    found.hidden = false;
    count.textContent = ranked.length === 1 ? '1 result' : `${ranked.length} results`;
  };
  const hide = () => {
    found.hidden = true;
    count.textContent = '';
  };
  field.addEventListener('focus', load);
  field.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
    if (event.key === 'Escape' && !found.hidden) {
      hide();
      field.focus();
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !found.hidden) {
      const stops = [field, ...found.querySelectorAll('a')];
      const at = stops.indexOf(document.activeElement);
      if (at < 0) return;
      event.preventDefault();
      stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length].focus();
    }
    if (event.key === 'Enter' && document.activeElement === field && !found.hidden) {
      found.querySelector('a')?.click();
    }
  });
  document.addEventListener('pointerdown', (event) => {
    if (!event.target.closest('.search')) hide();
  });
})();
