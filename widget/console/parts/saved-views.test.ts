import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../testing/console/consoleFixture.ts'
import { sampleRow } from '../../testing/console/rowSamples.ts'
import { sampleView, teamOwner, viewerSession } from '../../testing/console/teamSamples.ts'

const openFixture = useConsole()

const openPayments = async (path: string, prepare: (fixture: ConsoleFixture) => void = () => {}) => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({ body: teamOwner }))
  fixture.respond('GET /v1/transactions', () => ({ body: { transactions: [sampleRow()], nextCursor: null } }))
  fixture.respond('GET /v1/views', () => ({
    body: {
      views: [sampleView(), sampleView({ id: 'v2', name: 'Big', query: 'search=amount%3A%3E1000', shared: false })],
    },
  }))
  prepare(fixture)
  return { fixture, page: await fixture.open(path) }
}

const taken = {
  status: 409,
  body: {
    errors: [
      {
        type: 'already_exists',
        message: { text: 'Taken.', field: 'name', code: 'already_exists', docs: '', details: { id: 'v2' } },
      },
    ],
  },
}

it('saved views stand behind the usual ones in the order of their names, and each is an address', async () => {
  const { fixture, page } = await openPayments('/test/payments')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Mugs' }).waitFor()
  expect((await views.getByRole('link').allInnerTexts()).slice(-3)).toEqual(['Needs attention', 'Big', 'Mugs'])
  await views.getByRole('link', { name: 'Big' }).click()
  await page.getByText('Amount: >1000').waitFor()
  expect(page.url()).toBe('https://console.test/test/payments?search=amount%3A%3E1000')
  expect(await views.locator('[aria-current=true]').allInnerTexts()).toEqual(['Big'])
  const sent = fixture.sent('GET /v1/views')
  expect(sent).toHaveLength(1)
  expect(new URL(sent[0]!.url()).searchParams.get('list')).toBe('payments')
  expect(sent[0]!.headers()['sluice-mode']).toBe('test')
})

it('the current search is saved under a name, for the member or the team, and becomes the current view', async () => {
  const { fixture, page } = await openPayments('/payments')
  await page.getByRole('link', { name: 'Mugs' }).waitFor()
  const save = page.getByRole('button', { name: 'Save view' })
  expect(await save.count()).toBe(0)
  await page.getByRole('link', { name: 'Declined' }).click()
  await page.getByText('State: Declined').waitFor()
  expect(await save.count()).toBe(0)
  await page.getByRole('textbox', { name: 'Search payments' }).fill('amount:>100')
  await page.keyboard.press('Enter')
  await save.click()
  const view = sampleView({ id: 'v3', name: 'Large declines', query: 'search=status%3Adeclined+amount%3A%3E100' })
  fixture.respond('POST /v1/views', () => ({ body: { view } }))
  fixture.respond('GET /v1/views', () => ({ body: { views: [view] } }))
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name of up to 100 characters.').waitFor()
  await dialog.getByLabel('Name').fill(' Large declines ')
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The view “Large declines” was saved.').waitFor()
  await expect.poll(() => page.locator('.views [aria-current=true]').allInnerTexts()).toEqual(['Large declines'])
  expect(fixture.sent('POST /v1/views').map((request) => request.postDataJSON())).toEqual([
    { list: 'payments', name: 'Large declines', query: 'search=status%3Adeclined+amount%3A%3E100', shared: true },
  ])
  expect(await save.count()).toBe(0)
})

it('a name that is taken can be another one, or its view gets the search', async () => {
  const { fixture, page } = await openPayments('/payments?search=amount:>100', (fixture) => {
    fixture.respond('POST /v1/views', () => taken)
    fixture.respond('PUT /v1/views/v2', () => ({ body: { view: sampleView({ id: 'v2', name: 'Big' }) } }))
  })
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Big')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('A view has this name').waitFor()
  await dialog.getByLabel('Name').fill('Bigger')
  expect(await dialog.getByRole('button', { name: 'Save in that view' }).count()).toBe(0)
  await dialog.getByLabel('Name').fill('Big')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save in that view' }).click()
  await page.getByText('The view “Big” was saved.').waitFor()
  expect(fixture.sent('PUT /v1/views/v2').map((request) => request.postDataJSON())).toEqual([
    { query: 'search=amount%3A%3E100' },
  ])
})

it('a saved view is renamed, and deleted after a question', async () => {
  const { fixture, page } = await openPayments('/payments?search=order:MUG', (fixture) => {
    fixture.respond('PUT /v1/views/v1', () => ({ body: { view: sampleView({ name: 'Cups' }) } }))
    fixture.respond('DELETE /v1/views/v1', () => ({ body: {} }))
  })
  const menu = page.getByRole('button', { name: 'Edit view' })
  await menu.click()
  await page.getByText('Shared with the team').waitFor()
  await page.getByRole('button', { name: 'Rename' }).click()
  fixture.respond('GET /v1/views', () => ({ body: { views: [sampleView({ name: 'Cups' })] } }))
  const dialog = page.getByRole('dialog', { name: 'Rename “Mugs”' })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Mugs')
  await dialog.getByLabel('Name').fill('Cups')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Cups' }).waitFor()
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
  await menu.click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the view “Cups”?' })
  await question.getByText('It disappears for the whole team').waitFor()
  fixture.respond('GET /v1/views', () => ({ body: { views: [] } }))
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: 'Cups' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save view' }).waitFor()
  await page.getByText('Order: MUG').waitFor()
})

it('a viewer keeps own views, and changes none of the team', async () => {
  const { page } = await openPayments('/payments?search=order:MUG', (fixture) =>
    fixture.respond('GET /session', () => ({ body: viewerSession })),
  )
  await page.locator('.views [aria-current=true]').getByText('Mugs').waitFor()
  expect(await page.getByRole('button', { name: 'Edit view' }).count()).toBe(0)
  await page.goto('https://console.test/payments?search=order:X')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Share with the team' }).count()).toBe(0)
})

it('views that cannot be read leave the list and its usual views', async () => {
  const { page } = await openPayments('/payments', (fixture) =>
    fixture.respond('GET /v1/views', () => failure(500, 'internal_error')),
  )
  await page.getByRole('link', { name: '$10.00' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Views' }).getByRole('link').count()).toBe(6)
  expect(await page.getByRole('alert').count()).toBe(0)
})

it('payment links keep their status beside a search, and both are saved together', async () => {
  const { fixture, page } = await openPayments('/checkouts', (fixture) => {
    fixture.respond('GET /v1/dynamiccheckout', () => ({ body: { checkouts: [], errors: null } }))
    fixture.respond('GET /v1/views', () => ({ body: { views: [] } }))
    fixture.respond('GET /session', () => ({
      body: { ...teamOwner, operations: [...teamOwner.operations, 'listCheckouts'] },
    }))
  })
  const current = page.locator('.views [aria-current=true]')
  const save = page.getByRole('button', { name: 'Save view' })
  await page.getByRole('link', { name: 'Paid' }).click()
  await expect.poll(() => current.allInnerTexts()).toEqual(['Paid'])
  expect(await save.count()).toBe(0)
  await page.locator('.search-input').fill('INV-7')
  await page.keyboard.press('Enter')
  await save.click()
  const view = sampleView({ list: 'checkouts', name: 'Paid INV-7', query: 'status=completed&search=INV-7' })
  fixture.respond('POST /v1/views', () => ({ body: { view } }))
  fixture.respond('GET /v1/views', () => ({ body: { views: [view] } }))
  await page.getByRole('dialog').getByLabel('Name').fill('Paid INV-7')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => current.allInnerTexts()).toEqual(['Paid INV-7'])
  expect(fixture.sent('POST /v1/views').map((request) => request.postDataJSON())).toEqual([
    { list: 'checkouts', name: 'Paid INV-7', query: 'status=completed&search=INV-7', shared: false },
  ])
})

it('filters of the audit log are saved as a view', async () => {
  const { fixture, page } = await openPayments('/audit?action=member.removed&from=2026-11-01', (fixture) => {
    fixture.respond('GET /v1/audit', () => ({ body: { entries: [], errors: null } }))
    fixture.respond('GET /v1/views', () => ({ body: { views: [] } }))
    fixture.respond('POST /v1/views', () => ({ body: { view: sampleView({ name: 'Removed' }) } }))
  })
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Removed')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('The view “Removed” was saved.').waitFor()
  expect(fixture.sent('POST /v1/views')[0]!.postDataJSON()).toMatchObject({
    list: 'audit',
    query: 'action=member.removed&from=2026-11-01',
  })
  expect(new URL(fixture.sent('GET /v1/views')[0]!.url()).searchParams.get('list')).toBe('audit')
})
