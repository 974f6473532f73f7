/** A tab of a code group: its title, and the language of its code. */
export interface Choice {
  readonly title: string
  readonly language: string
}

/**
 * The tab to show of a code group: the one with the title that was chosen last, or else with its language. -1 if no choice applies.
 */
export const chosenTab = (tabs: readonly Choice[], choices: readonly Choice[]): number => {
  for (const { title, language } of choices) {
    const byTitle = tabs.findIndex((tab) => tab.title === title)
    if (byTitle >= 0) return byTitle
    const byLanguage = tabs.findIndex((tab) => tab.language === language && language !== '')
    if (byLanguage >= 0) return byLanguage
  }
  return -1
}
