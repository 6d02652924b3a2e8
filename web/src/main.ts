import { mount } from 'svelte';
import App from './App.svelte';
import { goOffline } from './lib/offline.svelte.ts';
import { ready } from './lib/settings.svelte.ts';
import './styles/tokens.css';
import './styles/ui.css';
import './styles/pages.css';

goOffline();
void ready.then(() => mount(App, { target: document.getElementById('app')! }));
