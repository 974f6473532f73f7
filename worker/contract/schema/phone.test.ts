import { expect, test } from 'vitest'
import { isPhone } from './phone.ts'

test.each(['123456', '123456789012345', '+1 (415) 555-0132', '0049/30.901820', '+81 3-1234-5678', '(020) 7946 0958'])(
  '%s is a telephone number',
  (text) => expect(isPhone(text)).toBe(true),
)

test.each([
  '',
  '12345',
  '1234567890123456',
  '+',
  '1+234567',
  '++1234567',
  '555-0132 ext. 4',
  '555_0132',
  '٠١٢٣٤٥٦٧',
  '<b>1234567</b>',
  `1${' '.repeat(24)}234567`,
])('%s is no telephone number', (text) => expect(isPhone(text)).toBe(false))
