import { expect, test } from '../support/fixtures.ts'
import { monitorPage } from '../checkout/attacks/pageMonitor.ts'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { crawl } from './tour/crawl.ts'
import { enterAsOwner, linksOf, openScreen, waitForScreen } from './tour/pages.ts'

/** The screens of the console in each engine, without passkeys: the demo owner enters by a button. */

test('console: each screen is reached by links and opens without an error', async ({ page, local }) => {
  test.setTimeout(180_000)
  const origin = consoleUrl(local.gateway)
  await enterAsOwner(page, origin)
  const monitor = await monitorPage(page, origin)
  const titles = new Set<string>()
  await crawl(origin, async ({ address }) => {
    await openScreen(page, address)
    await expect(page.locator('main [role=alert]')).toHaveCount(0)
    titles.add(await page.title())
    return linksOf(page)
  })
  console.log([...titles])
  expect(monitor.violations).toEqual([])
})
