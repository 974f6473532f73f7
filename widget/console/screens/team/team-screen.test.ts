import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import {
  developerSession,
  ownerMember,
  sampleInvitation,
  sampleMember,
  sampleSession,
  teamOwner,
} from '../../../testing/console/teamSamples.ts'

const openFixture = useConsole()

const openTeam = async (prepare: (fixture: ConsoleFixture) => void = () => {}, width = 1280) => {
  const fixture = await openFixture({ width })
  fixture.respond('GET /session', () => ({ body: teamOwner }))
  fixture.respond('GET /v1/team/members', () => ({ body: { members: [sampleMember(), ownerMember()] } }))
  fixture.respond('GET /v1/team/invitations', () => ({ body: { invitations: [sampleInvitation()] } }))
  fixture.respond('GET /v1/team/sessions', () => ({
    body: { sessions: [sampleSession(), sampleSession({ id: 's2', member: 'm2', browser: 'Safari on iOS' })] },
  }))
  prepare(fixture)
  return { fixture, page: await fixture.open('/team') }
}

/** An error of the API about a member of the request. */
const invalid = (field: string, type = 'format_invalid') => ({
  status: 400,
  body: { errors: [{ type, message: { text: 'Text of the API.', field, code: type, docs: '', details: null } }] },
})

it('the team shows members with their limits in words, open invitations and sessions', async () => {
  const { page } = await openTeam()
  await page.getByRole('table', { name: 'Members' }).waitFor()
  const rows = (name: string) => page.getByRole('table', { name }).getByRole('row')
  expect(await rows('Members').nth(1).getByRole('cell').nth(0).innerText()).toBe('Grace Hopper\ngrace@shop.test')
  expect((await rows('Members').nth(1).getByRole('cell').allInnerTexts()).slice(1, 3)).toEqual([
    'Support',
    'Up to 50 a payment',
  ])
  expect((await rows('Members').nth(2).getByRole('cell').allInnerTexts()).slice(0, 3)).toEqual([
    expect.stringMatching(/^Robin Miller\s+You\s+robin@shop\.test$/),
    'Owner',
    'Any amount',
  ])
  expect((await rows('Open invitations').nth(1).getByRole('cell').allInnerTexts()).slice(0, 3)).toEqual([
    'alan@shop.test',
    'Developer',
    'No refunds',
  ])
  expect((await rows('Signed-in browsers').nth(2).getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual([
    'Grace Hopper',
    'Safari on iOS',
  ])
})

it('an invitation is made with role and limit, and its link is shown once, with a text for an email', async () => {
  const { fixture, page } = await openTeam((fixture) =>
    fixture.respond('POST /v1/team/invitations', () => ({
      body: {
        invitation: sampleInvitation({ email: 'ada@shop.test', role: 'support', refundLimit: 49.9 }),
        link: 'https://console.test/invitation#00secret',
      },
    })),
  )
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('Email').fill(' ada@shop.test ')
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByText('Enter an amount such as 50').waitFor()
  expect(fixture.sent('POST /v1/team/invitations')).toEqual([])
  await dialog.getByLabel('May refund up to').fill('49,90')
  await dialog.getByText('$49.90 of one in US dollars, €49.90 of one in euros').waitFor()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const result = page.getByRole('dialog', { name: 'Send this link' })
  expect(await result.getByLabel('Link').inputValue()).toBe('https://console.test/invitation#00secret')
  const mail = await result.getByLabel('Email text').inputValue()
  expect(mail).toContain('console of Kiln & Tide, as support')
  expect(mail).toContain('https://console.test/invitation#00secret')
  const address = await result.getByRole('link', { name: 'Write an email' }).getAttribute('href')
  expect(new URL(address!).searchParams.get('body')).toBe(mail)
  expect(fixture.sent('POST /v1/team/invitations').map((request) => request.postDataJSON())).toEqual([
    { email: 'ada@shop.test', role: 'support', refundLimit: 49.9 },
  ])
  await expect.poll(() => fixture.sent('GET /v1/team/invitations').length).toBe(2)
  await result.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  expect(await page.getByRole('dialog').getByLabel('Email').inputValue()).toBe('')
})

it('a role without refunds has no limit, and an owner none until one is entered', async () => {
  const { fixture, page } = await openTeam((fixture) => {
    fixture.respond('POST /v1/team/invitations', () => ({ body: { invitation: sampleInvitation(), link: 'x' } }))
  })
  for (const [role, limit] of [
    ['Viewer', null],
    ['Developer', null],
    ['Owner', null],
  ] as const) {
    await page.getByRole('button', { name: 'Invite a colleague' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('x@shop.test')
    await dialog.getByRole('radio', { name: role }).check()
    expect(await dialog.getByLabel('May refund up to').count(), role).toBe(role === 'Owner' ? 1 : 0)
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(fixture.sent('POST /v1/team/invitations').at(-1)?.postDataJSON()).toMatchObject({
      role: role.toLowerCase(),
      refundLimit: limit,
    })
  }
})

it('what the gateway finds wrong with an invitation stands at its field', async () => {
  const { page } = await openTeam((fixture) => fixture.respond('POST /v1/team/invitations', () => invalid('email')))
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('checkbox', { name: 'Without a limit' }).check()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByText('Enter an email address such as').waitFor()
  expect(await dialog.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => dialog.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(true)
})

it('an invitation without a response leads to the list of open ones', async () => {
  const { fixture, page } = await openTeam((fixture) => fixture.respond('POST /v1/team/invitations', () => 'abort'))
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('ada@shop.test')
  await dialog.getByLabel('May refund up to').fill('50')
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByText('The invitation may have been made').waitFor()
  await expect.poll(() => fixture.sent('GET /v1/team/invitations').length).toBe(2)
})

it('role and limit of a member are changed, and the list is read again', async () => {
  const { fixture, page } = await openTeam((fixture) =>
    fixture.respond('PUT /v1/team/members/m2', () => ({ body: { member: sampleMember() } })),
  )
  await page.getByRole('button', { name: 'Change Grace Hopper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Grace Hopper' })
  expect(await dialog.getByLabel('May refund up to').inputValue()).toBe('50')
  await dialog.getByLabel('May refund up to').fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter an amount such as 50').waitFor()
  await dialog.getByLabel('May refund up to').fill('120')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Grace Hopper was changed.').waitFor()
  expect(fixture.sent('PUT /v1/team/members/m2').map((request) => request.postDataJSON())).toEqual([
    { role: 'support', refundLimit: 120 },
  ])
  await expect.poll(() => fixture.sent('GET /v1/team/members').length).toBe(2)
})

it('the last owner is told why the role stays, and the navigation follows one’s own role', async () => {
  const { fixture, page } = await openTeam((fixture) =>
    fixture.respond('PUT /v1/team/members/m1', () => failure(409, 'last_owner')),
  )
  await page.getByRole('button', { name: 'Change Robin Miller' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Developer' }).check()
  await dialog.getByText('This is your own role').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The account needs an owner. Make another member an owner first.').waitFor()
  fixture.respond('PUT /v1/team/members/m1', () => ({ body: { member: ownerMember() } }))
  fixture.respond('GET /session', () => ({ body: developerSession }))
  fixture.respond('GET /v1/team/members', () => failure(403, 'scope_missing'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Your role does not allow this').waitFor()
  expect(await page.getByRole('link', { name: 'Team', exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Invite a colleague' }).count()).toBe(0)
})

it('a member is removed after a question, and the focus stays on the page', async () => {
  const { fixture, page } = await openTeam((fixture) =>
    fixture.respond('DELETE /v1/team/members/m2', () => ({ body: {} })),
  )
  const remove = page.getByRole('button', { name: 'Remove Grace Hopper' })
  await remove.click()
  await page.getByRole('alertdialog', { name: 'Remove Grace Hopper?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(fixture.sent('DELETE /v1/team/members/m2')).toEqual([])
  await remove.click()
  fixture.respond('GET /v1/team/members', () => ({ body: { members: [ownerMember()] } }))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Grace Hopper was removed.').waitFor()
  await remove.waitFor({ state: 'detached' })
  expect(fixture.sent('DELETE /v1/team/members/m2')).toHaveLength(1)
})

it('the last owner is not removed, and the question says why', async () => {
  const { page } = await openTeam((fixture) =>
    fixture.respond('DELETE /v1/team/members/m1', () => failure(409, 'last_owner')),
  )
  await page.getByRole('button', { name: 'Remove Robin Miller' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('You are signed out everywhere').waitFor()
  await question.getByRole('button', { name: 'Remove' }).click()
  await question.getByText('Make another member an owner first').waitFor()
})

it('an invitation is withdrawn after a question', async () => {
  const { fixture, page } = await openTeam((fixture) =>
    fixture.respond('DELETE /v1/team/invitations/i1', () => ({ body: {} })),
  )
  await page.getByRole('button', { name: 'Withdraw alan@shop.test' }).click()
  fixture.respond('GET /v1/team/invitations', () => ({ body: { invitations: [] } }))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('No invitation is open').waitFor()
})

it('a session is ended, and the list is read again', async () => {
  const { fixture, page } = await openTeam((fixture) =>
    fixture.respond('DELETE /v1/team/sessions/s2', () => ({ body: {} })),
  )
  const end = page.getByRole('button', { name: 'End Safari on iOS, Grace Hopper' })
  await end.waitFor()
  fixture.respond('GET /v1/team/sessions', () => ({ body: { sessions: [sampleSession()] } }))
  await end.click()
  await page.getByText('The session was ended.').waitFor()
  await end.waitFor({ state: 'detached' })
})

it('the lists appear together, and a list that fails leaves the others', async () => {
  const { fixture, page } = await openTeam((fixture) => {
    fixture.respond('GET /v1/team/sessions', () => failure(500, 'internal_error'))
  })
  await page.getByRole('table', { name: 'Members' }).waitFor()
  await page.getByRole('alert').getByText('Something failed on our side').waitFor()
  fixture.respond('GET /v1/team/sessions', () => ({ body: { sessions: [sampleSession()] } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'Signed-in browsers' }).waitFor()
})

it('roles without the team have no link to it', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({ body: developerSession }))
  const page = await fixture.open('/payments')
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  expect(await page.getByRole('link', { name: 'Team', exact: true }).count()).toBe(0)
})
