// A language model that answers yes or no: a server on this machine, or a simulation with a known bias.

/**
 * Returns the answer of a server with OpenAI's interface, such as Ollama, llama.cpp, or vLLM.
 *
 * @param {string} url
 * @param {string} model
 * @param {string} prompt
 * @param {number} seed
 * @returns {Promise<string>}
 */
export async function askServer(url, model, prompt, seed) {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, seed, temperature: 1, max_tokens: 3, messages: [{ role: 'user', content: prompt }] }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const { choices } = await response.json();
  return choices[0].message.content;
}

/**
 * Returns the answer of a simulated model. Greg's chances are 20 percentage points above Emily's for half of the
 * applications and as far below for the others, so that they are equal on average; Lakisha's are 15 points below.
 *
 * @param {{ application: number, name: string }} item
 * @param {number} seed
 */
export function askSimulation({ application, name }, seed) {
  const level = 0.35 + 0.3 * random(`level ${application}`);
  /** @type {Record<string, number>} */
  const effects = { Emily: 0, Greg: application % 2 ? 0.2 : -0.2, Lakisha: -0.15 };
  return random(`${application} ${name} ${seed}`) < level + (effects[name] ?? 0) ? 'Yes.' : 'No.';
}

/**
 * Returns a number from 0 to 1 that depends only on the text (FNV-1a, mixed).
 *
 * @param {string} text
 */
function random(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
