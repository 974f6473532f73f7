import { claimsBySubject } from './claims.ts'
import { code, codes, markdownTable } from './markdownTable.ts'
import { problems } from './problems.ts'
import { threats } from './threats.ts'

/** The claims about the gateway with their tests, a table for each subject. */
export const claims = (): string =>
  Object.entries(claimsBySubject)
    .map(([subject, claims]) => {
      const rows = claims.map(([claim, ...tests]) => [claim, codes(tests)])
      return `## ${subject}\n\n${markdownTable(['Claim', 'Tests'], rows)}`
    })
    .join('\n\n')

/** Problems of card forms, each with its answer and the tests. */
export const cardFormProblems = (): string =>
  problems
    .map(({ problem, answer, tests }) => {
      const files = Object.entries(tests).map(
        ([file, titles]) => `- ${code(file)}\n${titles.map((title) => `  - ${title}`).join('\n')}`,
      )
      return `## ${problem}\n\n${answer}.\n\n${files.join('\n')}`
    })
    .join('\n\n')

/** The threats of SECURITY.md with their controls and tests. */
export const threatControls = (): string =>
  markdownTable(
    ['Threat', 'Control', 'Tests'],
    threats.map(([threat, control, ...tests]) => [threat, control, codes(tests)]),
  )
