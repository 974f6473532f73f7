import type { RouteName } from './routes.ts'
import { shellTexts } from './texts.ts'

/** The title of a screen that is a section, known before the screen is loaded; null for all others, whose title is in their data. */
export const sectionTitle = (name: RouteName): string | null =>
  name in shellTexts.sections ? shellTexts.sections[name as keyof typeof shellTexts.sections] : null
