import { mount } from 'svelte';
import Dashboard from './Dashboard.svelte';

mount(Dashboard, { target: document.body });
