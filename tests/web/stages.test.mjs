// Every stage of every tab, visited once: axe-core finds no violation in light and dark, no stage is wider than the
// screen at 200% zoom of a typical window and on phones, touch targets are large enough or far enough from others
// (WCAG 2.2: 1.4.10, 2.5.8), and nothing that stays in view while the page scrolls is higher than 56 pixels.

import { views } from '../../scripts/lib/tab-stages.mjs';
import { findViolations, violationsInBothSchemes } from './axe.mjs';
import { chooseBreakdown, chooseFile, csvFile, getBox, getOverhang, runAudit, useSite } from './support.mjs';

const site = await useSite();

const highest = 56;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const zoomed = { width: 640, height: 400 }; // 1280 × 800 pixels at 200%
const narrowest = { width: 320, height: 640 };

/** Targets smaller than 24 by 24 pixels and too close to others, by the definition of axe-core. */
const smallTargets = (page) => findViolations(page, ['target-size']);

/** Elements that stay at the top or the bottom of the window and are too high. */
const tooHigh = (page) =>
  page.evaluate((most) => {
    const all = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
    return all(document).flatMap((element) => {
      const { position, top, bottom } = getComputedStyle(element);
      const stays = position === 'fixed' || (position === 'sticky' && [top, bottom].some((at) => at !== 'auto'));
      const { height } = element.getBoundingClientRect();
      return stays && height > most ? [`${element.tagName}.${element.className}: ${height}`] : [];
    });
  }, highest);

/** Faults of the layout at one size of the window. */
async function findFaults(page, viewport) {
  await page.setViewportSize(viewport);
  await page.waitForTimeout(150); // charts are drawn again
  // At the end, the button that stays in view covers no other targets.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  return {
    width: viewport.width,
    overhang: await getOverhang(page),
    tooHigh: await tooHigh(page),
    smallTargets: await smallTargets(page),
  };
}

test('detects elements that are too small, too close, too wide, or too high', async () => {
  const page = await site.open({ viewport: narrowest });
  await page.evaluate(() => {
    const row = document.createElement('div');
    for (const name of ['a', 'b']) {
      const button = row.appendChild(document.createElement('button'));
      button.textContent = name;
      Object.assign(button.style, { width: '12px', height: '12px', padding: 0, border: 0 });
    }
    row.style.width = '400px';
    document.body.append(row);
    const bar = document.body.appendChild(document.createElement('div'));
    Object.assign(bar.style, { position: 'sticky', top: 0, height: '57px' });
  });
  const found = await findFaults(page, narrowest);
  expect(found.smallTargets.flatMap(([, nodes]) => nodes)).toHaveLength(2);
  expect(found.overhang).toBeGreaterThan(0);
  expect(found.tooHigh).toHaveLength(1);
});

const small = csvFile('hiring.csv', 'sex,race,hired\nF,a,1\nF,b,0\nM,a,1\nM,b,1\n');
const press = (page, name) => page.getByRole('button', { name }).click();

// Stages that are not worth a screenshot: mistakes, and details that are closed at first.
const more = {
  audit: {
    mistake: async (page) => {
      await chooseFile(page, small);
      for (const name of ['sex', 'race']) await page.getByRole('checkbox', { name }).uncheck();
      await press(page, 'Run the audit');
      await page.getByText('Choose at least one column').waitFor();
    },
    intersections: async (page) => {
      await chooseFile(page, small);
      await runAudit(page);
      await chooseBreakdown(page, 'sex × race');
      await page.getByText('Formula and source').first().click();
    },
    tables: async (page) => {
      await views.audit.scores(page);
      await page.getByText(/as tables$/).click();
    },
  },
  leakage: {
    mistakes: async (page) => {
      await chooseFile(page, csvFile('names.csv', 'a,b,c\n1,2,3\n2,3,4\n'));
      await press(page, 'Let attackers learn');
      await page.getByText('Choose the protected attribute.').waitFor();
    },
    figures: async (page) => {
      await views.leakage.found(page);
      await page.getByText('The figures of the charts').first().click();
    },
  },
  amplification: {
    mistakes: async (page) => {
      await chooseFile(page, csvFile('x.csv', 'a,b\nx,1\ny,0\n'));
      await press(page, 'Count and compare');
      await page.getByText('Choose at least one label column.').waitFor();
    },
    pasted: async (page) => {
      await press(page, 'Paste captions');
      await press(page, 'Tag and compare');
      await page.getByText('Enter at least one caption.').first().waitFor();
    },
  },
  robustness: {
    choice: async (page) => {
      await chooseFile(page, csvFile('x.csv', 'a,b\nx,y\nz,y\n'));
      await press(page, 'Certify');
      await page.getByText('Choose the true class.').waitFor();
    },
  },
};

const stages = Object.fromEntries(Object.entries(views).map(([tab, stages]) => [tab, { ...stages, ...more[tab] }]));

describe.each(Object.keys(stages))('%s', (tab) => {
  test.each(Object.keys(stages[tab]))('%s', async (stage) => {
    const page = await site.open({ tab, viewport: desktop });
    await stages[tab][stage](page);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    for (const viewport of [zoomed, phone, narrowest])
      expect(await findFaults(page, viewport)).toEqual({
        width: viewport.width,
        overhang: 0,
        tooHigh: [],
        smallTargets: [],
      });
  });
});

test.each([
  ['audit', 'columns', 'Run the audit'],
  ['leakage', 'columns', 'Let attackers learn'],
])('%s: the button that runs the form is in view', async (tab, stage, name) => {
  const page = await site.open({ tab, viewport: phone });
  await views[tab][stage](page);
  const button = page.getByRole('button', { name });
  for (const viewport of [phone, zoomed]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => scrollTo({ top: 600 }));
    const { y, height } = await getBox(button);
    expect(y + height).toBeLessThanOrEqual(viewport.height);
    await button.click({ trial: true });
  }
});
