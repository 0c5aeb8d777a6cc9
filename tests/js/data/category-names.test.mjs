// SPDX-License-Identifier: Apache-2.0
//
// Names of unknown categories and of rests, in the languages of files.

import { meansRest, meansUnknown } from '../../../dist/data/category-names.js';

test.each([
  ...[
    '(missing)',
    'Unknown',
    'not stated',
    'Age unknown',
    "don't know",
    'Prefer not to say',
    'Prefers not to disclose',
  ],
  ...['unbekannt', 'Geschlecht unbekannt', 'keine Angabe', 'k. A.', 'k.A.', 'ohne Angabe', 'weiß nicht', 'Fehlend'],
  ...['Möchte ich nicht angeben', 'nicht angegeben', 'Inconnu', 'inconnue', 'Non renseigné', 'Préfère ne pas répondre'],
  ...['Je préfère ne pas le dire', 'sans réponse', 'Desconocido', 'No especificado', 'Prefiero no decirlo', 'NS/NC'],
  ...['No sabe/No contesta', 'Sconosciuto', 'Non specificato', 'Preferisco non rispondere', 'Desconhecido'],
  ...['Não informado', 'Prefiro não dizer', 'Onbekend', 'Zeg ik liever niet', 'niet opgegeven'],
])('%s means that the category is unknown', (name) => {
  expect(meansUnknown(name)).toBe(true);
});

test.each([
  ...['m', 'f', '0', '1', '', 'White', 'KA', 'Other', 'None', 'nonbinary', 'divers', 'Weiß', 'Noir', 'Norte'],
  ...['Notary', 'Unmarried', 'Known', 'Kein Abschluss', 'Sin hijos', 'Nord', '不明な'],
])('%s is a category', (name) => {
  expect(meansUnknown(name)).toBe(false);
});

test.each(['Other', 'others', 'Some other race', 'Andere', 'Sonstige', 'Autres', 'Otro', 'Altri', 'Outros', 'overig'])(
  '%s is a rest',
  (name) => {
    expect([meansRest(name), meansUnknown(name)]).toEqual([true, false]);
  },
);

test.each(['Mother', 'Otto', 'Brother', 'Alter', 'm'])('%s is not a rest', (name) => {
  expect(meansRest(name)).toBe(false);
});
