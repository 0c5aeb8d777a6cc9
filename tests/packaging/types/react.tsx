// React 19 accepts the element and its property in JSX.

import type {} from 'fairwasm/elements/react';

export const shown = <fairwasm-report report="{}" className="wide" />;
// @ts-expect-error: no element has that name
export const unknown = <fairwasm-reprt />;
// @ts-expect-error: a report is a string or an object
export const mistaken = <fairwasm-report report={5} />;
