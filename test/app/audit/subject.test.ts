import { expect, test } from 'vitest'
import { enterpriseOf } from '../../../src/app/audit/subject.ts'
import { emptyWarehouse } from '../../support/tables.ts'

test('a name of four characters is forgotten wherever it stands, a shorter one where it stands alone', async () => {
  await using database = await emptyWarehouse()
  expect(await enterpriseOf(database, '示例科技')).toMatchObject({ names: ['示例科技'], alone: [] })
  expect(await enterpriseOf(database, '示例')).toMatchObject({ names: [], alone: ['示例'] })
})
