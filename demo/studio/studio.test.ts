import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { appearance } from '#contract/checkouts/appearance'
import { checkContrast } from '#contract/theme/contrastChecks'
import { readCssColor } from '#contract/theme/cssColor'
import { memberKind, MEMBERS, memberTitle } from './members.ts'
import { PRESETS } from './presets.ts'
import { printJson, readJson } from './readMembers.ts'

const schema = appearance()

test('the studio has a control with a unique title for every member of an appearance', () => {
  expect(MEMBERS.toSorted()).toEqual(Object.keys(schema.entries).toSorted())
  expect(new Set(MEMBERS.map(memberTitle)).size).toBe(37)
})

test.each(PRESETS)('preset $title matches the API schema and passes the contrast checks', ({ members }) => {
  expect(v.safeParse(schema, members).issues).toBeUndefined()
  expect(checkContrast(members, readCssColor).filter(({ ok }) => !ok)).toEqual([])
})

describe('JSON import', () => {
  test('exported JSON of each preset is imported unchanged', () => {
    for (const { members } of PRESETS) expect(readJson(printJson(members))).toEqual({ members, problems: [] })
  })

  test('JSON import accepts a request body with an appearance', () => {
    const { members } = readJson('{"total": 1, "appearance": {"alertColor": "Crimson"}}')
    expect(members).toEqual({ alertColor: 'Crimson' })
  })

  test.each([
    ['{"formTextColour": "red"}', 'formTextColour', 'Unknown member. Did you mean formTextColor?'],
    ['{"background": "red"}', 'background', 'Unknown member.'],
    ['{"formTextColor": "blurple"}', 'formTextColor', '"blurple" is not a colour.'],
    ['{"formTextColor": 7}', 'formTextColor', '7 is not a colour.'],
    ['{"formTextColor": "var(--x)"}', 'formTextColor', '"var(--x)" is not a colour.'],
    ['{"formIconTheme": "blue"}', 'formIconTheme', '"blue" is not one of light, dark.'],
    ['{"inputVariant": "round"}', 'inputVariant', '"round" is not one of outlined, filled, standard.'],
    ['[1]', '', 'An appearance is an object'],
    ['{', '', 'This is not JSON'],
  ])('JSON import of %s reports a problem', (text, member, message) => {
    expect(readJson(text)).toEqual({ members: {}, problems: [{ member, text: expect.stringContaining(message) }] })
  })

  test('JSON import accepts the same values as the API schema', () => {
    const values = ['#fff', '#ffff', '#12345', 'RED', 'transparent', 'currentcolor', 'rgb(1 2 3 / 50%)', 'hsl(1,2%,3%)']
    for (const name of MEMBERS)
      for (const value of [...values, 'oklch(0.5 0.1 200)', 'calc(1)', 'light', 'filled', '']) {
        const { problems } = readJson(JSON.stringify({ [name]: value }))
        const isTaken = v.safeParse(schema, { [name]: value }).success
        expect([name, value, problems.length === 0]).toEqual([name, value, isTaken])
      }
  })

  test('JSON import keeps valid members beside invalid ones', () => {
    const { members, problems } = readJson('{"alertColor": "red", "successColor": "greenish"}')
    expect(members).toEqual({ alertColor: 'red' })
    expect(problems).toHaveLength(1)
  })
})

test('icon themes and the input variant are the only members that are not colours', () => {
  expect(MEMBERS.filter((member) => memberKind(member) !== 'color')).toEqual([
    'invoiceIconTheme',
    'formIconTheme',
    'inputVariant',
    'mobileIconTheme',
  ])
})
