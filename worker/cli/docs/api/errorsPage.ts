import { anchorOfHeading } from '../anchors.ts'
import { errorHelp, errorStatuses } from '#contract/errors/errorHelp'
import { errors } from '#contract/errors/errorTypes'
import type { ErrorType } from '#contract/errors/errorTypes'
import { errorExample } from './errorExamples.ts'
import { fence } from './exampleSection.ts'
import { causeOf } from './cause.ts'
import { frontMatter, generatedNote } from './frame.ts'
import { shownJson } from './shownJson.ts'

const withStatus = (status: number): ErrorType[] =>
  (Object.keys(errors) as ErrorType[]).filter((type) => errors[type].status === status)

const entry = (type: ErrorType): string =>
  [
    `### \`${type}\``,
    causeOf(type),
    `**What to do:** ${errorHelp[type]}`,
    `::: details Example`,
    fence('json', shownJson(errorExample(type))),
    ':::',
  ].join('\n\n')

const headingOf = (status: number, title: string): string => `${title} (${status})`
const row = ([status, title]: readonly [number, string]): string =>
  `| ${status} | [${title}](#${anchorOfHeading(headingOf(status, title))}) | ${withStatus(status).length} |`

const group = ([status, title]: readonly [number, string]): string =>
  [`## ${headingOf(status, title)}`, ...withStatus(status).map(entry)].join('\n\n')

/** docs/reference/errors.md: every error type with its cause, its remedy and an example. */
export const errorsPage = (): string =>
  `${[
    frontMatter,
    generatedNote,
    '# Errors',
    'Every type of error, why it occurs and what to do. Find the type of your response here.',
    'Switch on `type`, which never changes, and not on `text`. [Errors](../concepts/errors.md) explains the formats and when to retry. Names in braces, such as `{field}`, are filled in.',
    '## Types',
    ['| Status | Meaning | Number of types |', '| --- | --- | --- |', ...errorStatuses.map(row)].join('\n'),
    ...errorStatuses.map(group),
  ].join('\n\n')}\n`
