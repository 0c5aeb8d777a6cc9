import { connection } from 'next/server';
import { audit } from './audit';
import { Here } from './here';

export default async function Page() {
  await connection(); // rendered at each request: each has a nonce of its own
  return (
    <main>
      <p>{await audit()}</p>
      <Here />
    </main>
  );
}
