import type { Page } from '@playwright/test'
import { checkoutTheme } from '#contract/theme/checkoutTheme'
import { readCssColor } from '#contract/theme/cssColor'
import { printCheckoutTheme } from '#contract/theme/printCheckoutTheme'
import { fieldsStyles } from '../fields/fields.styles.ts'
import type { WidgetFixture } from './widgetFixture.ts'
import { openElement } from './openElement.ts'

const page = `
* { box-sizing: border-box; }
body { margin: 0; }
:root { font: 16px/1.5 system-ui, sans-serif; }
.form { max-width: 440px; margin: 0; background: var(--surface); }
`

/** Opens a page with fields of the checkout, in its colours and column width. */
export const openCheckoutFields = (fixture: WidgetFixture, body: string): Promise<Page> =>
  openElement(
    fixture,
    'widget/testing/checkoutFieldsPage.ts',
    `<form class="form" novalidate>${body}</form>`,
    page + fieldsStyles + printCheckoutTheme(checkoutTheme({}, readCssColor)),
  )
