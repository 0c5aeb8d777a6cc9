// The element in React 19: as JSX, with its property.

import type {} from 'fairwasm/elements/react';

export const shown = <fairwasm-report report="{}" className="wide" />;
// @ts-expect-error: no element has that name
export const unknown = <fairwasm-reprt />;
// @ts-expect-error: a report is a text or an object
export const mistaken = <fairwasm-report report={5} />;
