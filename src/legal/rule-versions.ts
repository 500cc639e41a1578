/** Raise one with every change of what its rules read: the tables are then rebuilt. Tables name them, and so load no rules. */
export const ruleVersions = {
  bankruptcy: 14,
  citations: 1,
  claims: 23,
  enforcement: 36,
  fees: 10,
  interest: 12,
  liabilities: 17,
  mentions: 10,
  orders: 47,
  outcomes: 44,
  parties: 15,
  people: 7,
  references: 17,
  statements: 12,
} as const
