import { expect, test } from 'vitest'
import { RecentRecords } from './recentRecords.ts'

test('a full map of recent records removes the record that was added first', () => {
  const records = new RecentRecords<number>(2)
  records.add('a', 1)
  records.add('b', 2)
  records.add('a', 3)
  records.add('c', 4)
  expect([records.get('a'), records.get('b'), records.get('c')]).toEqual([3, undefined, 4])
  records.delete('a')
  expect(records.get('a')).toBeUndefined()
})
