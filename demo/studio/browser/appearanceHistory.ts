import type { Member } from '../members.ts'
import type { Members } from '../presets.ts'

const isSame = (one: Members, other: Members): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The appearance, with its history. What is being dragged or typed is `tried` and seen at once; it counts as one step when it is `kept`.
 *
 * @param changed runs after every change
 */
export const makeModel = (changed: () => void) => {
  let members: Members = {}
  let kept: Members = members
  const before: Members[] = []
  const after: Members[] = []

  const keep = (): void => {
    if (isSame(kept, members)) return
    before.push(kept)
    after.length = 0
    kept = members
  }
  const step = (from: Members[], to: Members[]): void => {
    keep()
    const next = from.pop()
    if (!next) return
    to.push(members)
    kept = members = next
    changed()
  }

  return {
    get members(): Members {
      return members
    },
    get canUndo(): boolean {
      return before.length > 0 || !isSame(kept, members)
    },
    get canRedo(): boolean {
      return after.length > 0
    },
    /** Begins with an appearance. */
    start: (others: Members): void => {
      kept = members = others
      changed()
    },
    /** Sets a member, or takes it away. */
    try: (member: Member, value: string | undefined): void => {
      const { [member]: _, ...others } = members
      members = value ? { ...others, [member]: value } : others
      changed()
    },
    keep: (): void => {
      keep()
      changed()
    },
    /** Takes another appearance as a whole. */
    replace: (others: Members): void => {
      keep()
      members = others
      keep()
      changed()
    },
    undo: (): void => step(before, after),
    redo: (): void => step(after, before),
  }
}

export type Model = ReturnType<typeof makeModel>
