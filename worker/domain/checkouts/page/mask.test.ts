import { expect, test } from 'vitest'
import { maskEmail, maskName } from './mask.ts'

test.each([
  ['ada@example.com', 'a•••@e•••.com'],
  ['a@b.co', 'a•••@b•••.co'],
  ['ada.lovelace+shop@mail.example.co.uk', 'a•••@m•••.uk'],
  ['ada@lovelace.family', 'a•••@l•••'],
  ['ada@localhost', 'a•••@l•••'],
  ['1815@analytical.engine', '•••@a•••'],
  ['用户@例子.中国', '用•••@例•••'],
])('the email address %s is shown as %s', (email, masked) => expect(maskEmail(email)).toBe(masked))

test.each([
  ['Ada Lovelace', 'A••• L•••'],
  ['Ada King Lovelace', 'A••• L•••'],
  ['  Ada  ', 'A•••'],
  ['Ádá Ö', 'Á••• Ö•••'],
  ['李小龙', '李•••'],
  ['4242 4242', '••• •••'],
  ['<b>Ada</b> "Lovelace"', '••• •••'],
  ['', ''],
])('the name "%s" is shown as "%s"', (name, masked) => expect(maskName(name)).toBe(masked))

test('a mask has the same length for any length of a word', () => {
  expect(maskName('Al')).toHaveLength(maskName('Alexandra').length)
  expect(maskEmail('a@b.com')).toHaveLength(maskEmail('alexandra.smith@company.com').length)
})
