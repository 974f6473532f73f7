/**
 * Texts of the members of objects in the API description, by object and then by name, or by dotted path for members of members. An object is
 * a named schema (`Customer`), the body of an operation (`CreateCustomerRequest`), its response (`createCustomer`), or a member of one of
 * them (`exportCustomer.wallet`). `$as` names an object with the same members, whose texts apply where the object has none of its own.
 *
 * A text says what the member is, its unit, what null or an absent member means, and rules that the schema cannot state. The schema has
 * types, lengths, ranges and allowed values.
 */
export type MemberTexts = Readonly<Record<string, Readonly<Record<string, string>>>>
