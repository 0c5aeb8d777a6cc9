// The element in React 19: as JSX, with its property.

import type {} from 'fairwasm/elements/react';

export const shown = <fairwasm-report report="{}" className="wide" />;
// @ts-expect-error
export const unknown = <fairwasm-reprt />;
// @ts-expect-error
export const mistaken = <fairwasm-report report={5} />;
