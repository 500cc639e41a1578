/*
 * Articles of the Civil Procedure Law that each kind of decision rests on, by version of the law: as amended
 * in 2017, in 2021 and in 2023. Notation as in articles.ts; the law is 民事诉讼法 unless another is named.
 */
export type Versions = readonly [y2017: string, y2021: string, y2023: string]

const same = (y2017: string, later: string): Versions => [y2017, later, later]

export const procedureArticles: Readonly<Record<string, Versions>> = {
  judgment: ['64.1 144 253 142', '67.1 147 260 145', '67.1 147 264 145'],
  withdrawn: same('145.1 154.1.5', '148.1 157.1.5'),
  deemedWithdrawn: same('143 154.1.11 118', '146 157.1.11 121'),
  rejected: same('119 124 154.1.3; 民诉法解释 208.3', '122 127 157.1.3; 民诉法解释 208.3'),
  inadmissible: same('119 123 154.1.1', '122 126 157.1.1'),
  transferred: same('36 127 23', '37 130 24'),
  jurisdiction: same('127.1 154.1.2 23', '130.1 157.1.2 24'),
  preservation: same('100 102 103.1; 财产保全规定 1 5', '103 105 106.1; 财产保全规定 1 5'),
  correction: same('154.1.7', '157.1.7'),
  upheld: same('170.1.1 175', '177.1.1 182'),
  reversed: same('170.1.2 175 253', '177.1.2 182 264'),
  appealWithdrawn: same('173 154.1.5', '180 157.1.5'),
  remanded: same('170.1.3', '177.1.3'),
  retrialRefused: ['204.1 200', '211.1 207', '215.1 211'],
  retrialOrdered: ['204 206 200', '211 213 207', '215 217 211'],
  retrialJudgment: same('207.1 170.1.1', '214.1 177.1.1'),
  suspended: ['257.1.6; 民诉法解释 519', '264.1.6; 民诉法解释 517', '268.1.6; 民诉法解释 517'],
  ended: ['257.1.1 258', '264.1.1 265', '268.1.1 269'],
  frozen: ['242 243 244', '249 250 251', '253 254 255'],
  objection: ['225 227', '232 234', '236 238'],
  notice: ['240 253', '247 260', '251 264'],
  decision: ['255 111.1.6', '262 114.1.6', '266 114.1.6'],
  mediated: same('97 93', '100 96'),
  paymentOrder: ['214 216', '221 223', '225 227'],
  bankruptcy: ['; 企业破产法 2 3 7 10 13', '; 企业破产法 2 3 7 10 13', '; 企业破产法 2 3 7 10 13'],
  bankruptcyRefused: ['; 企业破产法 2 12 7', '; 企业破产法 2 12 7', '; 企业破产法 2 12 7'],
}
