import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Workers as modules, which load what they need when they need it, instead of one file with all of it.
export default defineConfig({ base: './', plugins: [react()], worker: { format: 'es' } });
