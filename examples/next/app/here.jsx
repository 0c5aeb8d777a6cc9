'use client';

import { useEffect, useState } from 'react';
import { audit } from './audit';

export function Here() {
  const [line, setLine] = useState('');
  useEffect(() => {
    audit().then(setLine);
  }, []);
  return <output>{line}</output>;
}
