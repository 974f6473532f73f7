import type { Page } from '@playwright/test'
import { toTheme } from '#contract/theme/appearance'
import { readCssColor } from '#contract/theme/cssColor'
import { printTheme } from '#contract/theme/printTheme'
import { cardStyles } from '../card-frame/card.styles.ts'
import { type WidgetFixture, SHOP } from './widgetFixture.ts'
import { bundleModule } from './buildWidgets.ts'

const theme = printTheme(toTheme({}, 'light', readCssColor), 'light')
const frame = cardStyles + theme

/**
 * Opens a page with only a module, a style sheet and a body.
 *
 * @param entry path of the module from the repository's root
 * @param styles by default those of the card frame in light colours
 */
export const openElement = async (
  fixture: WidgetFixture,
  entry: string,
  body: string,
  styles = frame,
): Promise<Page> => {
  const script = await bundleModule(entry)
  const html = `<!doctype html><html lang="en"><title>Element</title><style>${styles}</style><body><main>${body}</main><script type="module">${script}</script>`
  await fixture.context.route(`${SHOP}/element`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  )
  await fixture.page.goto(`${SHOP}/element`)
  return fixture.page
}
