/**
 * Laws that ended as a whole, by base name, with the first day they were no longer in force. Source: Civil Code,
 * article 1260; domain rule, section 3. A law that is not here may have ended too: then its end is not known.
 */
export const repealedOn: Readonly<Record<string, string>> = Object.fromEntries(
  ['婚姻法', '继承法', '民法通则', '收养法', '担保法', '合同法', '物权法', '侵权责任法', '民法总则'].map(
    (law) => [`中华人民共和国${law}`, '2021-01-01'],
  ),
)
