import { describe, expect, test } from 'vitest'
import { isOrganisationCode, isRegistrationNumber, isUscc } from '../../src/contract/identifiers.ts'

describe('identifiers of enterprises', () => {
  test.each([
    '91110108MA0074PN30',
    '9144030071526726XG',
    '91110000600037341L',
    ' ９１１１０１０８ma0074pn30 ',
  ])('%j is a unified social credit code', (text) => {
    expect(isUscc(text)).toBe(true)
  })

  test.each([
    '',
    '91330000123456789X',
    '91110108MA0074PN31',
    '9111010AMA0074PN30',
    '91110108MA0074PN3',
    '91110108MI0074PN30',
  ])('%j is not a unified social credit code', (text) => {
    expect(isUscc(text)).toBe(false)
  })

  test('a unified social credit code holds its organisation code', () => {
    for (const code of ['91110108MA0074PN30', '9144030071526726XG', '91110000600037341L']) {
      expect(isOrganisationCode(code.slice(8, 17))).toBe(true)
      expect(isOrganisationCode(`${code.slice(8, 16)}-${code.slice(16, 17)}`)).toBe(true)
    }
    expect(isOrganisationCode('MA0074PN2')).toBe(false)
    expect(isOrganisationCode('MA0074PN993')).toBe(false)
  })

  test.each([
    ['320512400000458', 'valid'],
    ['３２０５１２４０００００４５８', 'valid'],
    ['320512400000459', 'invalid'],
    ['3205124000004', 'legacy'],
    ['32051240000045', 'invalid'],
    ['', 'invalid'],
  ])('%j is a %s registration number', (text, verdict) => {
    expect(isRegistrationNumber(text)).toBe(verdict)
  })
})
