import { mount } from 'svelte';
import App from './App.svelte';
import './lib/settings.svelte.ts';
import './styles/tokens.css';
import './styles/ui.css';

mount(App, { target: document.getElementById('app')! });
