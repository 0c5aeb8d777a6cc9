/** @type {import('webpack').Configuration} */
export default { mode: 'production', entry: './main.js' };
