// Vue templates accept the element and its property.

import type {} from 'fairwasm/elements/vue';
import type { GlobalComponents } from 'vue';

type Props = InstanceType<GlobalComponents['fairwasm-report']>['$props'];
export const shown: Props = { report: '{}' };
// @ts-expect-error: a report is a string or an object
export const mistaken: Props = { report: 5 };
