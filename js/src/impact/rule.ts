/** Statements that the published summary of a bias audit contains in addition to its tables. */
export interface Publication {
  /** Date of the bias audit, such as `2026-03-31`. */
  auditDate: string;
  /** Date from which the employer or employment agency uses the tool, such as `2026-05-01`. */
  distributionDate: string;
  /** Source and explanation of the data. */
  dataSource: string;
  /** Reason for the exclusion of categories with less than 2% of the data; required if any are excluded. */
  exclusionReason?: string | undefined;
  /** Name of the tool. Default: not stated. */
  tool?: string | undefined;
  /** Name of the independent auditor. Default: not stated. */
  auditor?: string | undefined;
}
