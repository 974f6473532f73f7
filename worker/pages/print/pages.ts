import type { ErrorType } from '#contract/errors/errorTypes'
import { errors, slugOf } from '#contract/errors/errorTypes'
import { docsPage } from './docsPage.ts'
import { errorsPage, notFoundPage, problemPage } from './errorPages.ts'
import { eventsPage } from './eventsPage.ts'
import { landingPage } from './landingPage.ts'

/** Static pages by file path below dist/assets/pages. */
export const printedPages = (): Readonly<Record<string, string>> => ({
  'landing.html': landingPage(),
  'docs.html': docsPage(),
  'errors.html': errorsPage(),
  'events.html': eventsPage(),
  'not-found.html': notFoundPage(),
  ...Object.fromEntries(
    (Object.keys(errors) as ErrorType[]).map((type) => [`problems/${slugOf(type)}.html`, problemPage(type)]),
  ),
})
