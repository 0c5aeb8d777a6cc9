/** @type {import('@rspack/core').Configuration} */
export default { mode: 'production', entry: './main.js' };
