import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Workers are modules, which load their parts on demand instead of being one large file.
export default defineConfig({ base: './', plugins: [react()], worker: { format: 'es' } });
