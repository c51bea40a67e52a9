import { NAME_POOLS, type NamePool, TRADES } from './names.ts';
import { type Country, PLACES } from './places.ts';
import { type Random, randomFor } from './random.ts';

const CUSTOMERS = 600;
const BUSINESSES = 0.08;

export type AddressPlan = {
  id: number;
  customerId: number;
  label: 'home' | 'work' | 'gift';
  street: string;
  postcode: string;
  city: string;
  country: Country;
};

export type CustomerPlan = {
  id: number;
  name: string;
  company: string | null;
  email: string;
  /** Slugs of the categories a business buys in quantity; a private customer has none. */
  buys: readonly string[];
  /** How often this customer orders, compared with the others. */
  activity: number;
  addresses: AddressPlan[];
};

type Person = { name: string; given: string; family: string; familyName: string; country: Country };

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ı: 'i' };

function asciiSlug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[ßøæłđı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z]/g, '');
}

/** The name as written, and as it stands in an e-mail address. */
function spellings(entry: string): [written: string, slug: string] {
  const [written = entry, latin = written] = entry.split('/');
  return [written, asciiSlug(latin)];
}

function meetPerson(random: Random): Person {
  const pool = random.weighted<NamePool>(NAME_POOLS, (candidate) => candidate.weight);
  const [givenName, given] = spellings(random.pick(pool.given));
  const [familyName, family] = spellings(random.pick(pool.family));
  const name = pool.familyFirst ? `${familyName} ${givenName}` : `${givenName} ${familyName}`;
  return { name, given, family, familyName, country: random.pick(pool.countries) };
}

function freeEmail(random: Random, person: Person, taken: Set<string>): string {
  const domain = random.chance(0.7) ? 'example.com' : 'example.org';
  const local = random.chance(0.75)
    ? `${person.given}.${person.family}`
    : `${person.given.slice(0, 1)}${person.family}`;
  let email = `${local}@${domain}`;
  for (let turn = 2; taken.has(email); turn += 1) email = `${local}${turn}@${domain}`;
  taken.add(email);
  return email;
}

function findPlace(random: Random, country: Country): Omit<AddressPlan, 'id' | 'customerId' | 'label'> {
  const place = PLACES[country];
  const [city, pattern] = random.pick(Object.entries(place.cities));
  return {
    street: random.pick(place.streets).replace('{n}', String(random.between(1, 118))),
    postcode: pattern.replace(/#/g, () => String(random.between(0, 9))),
    city,
    country,
  };
}

function labelsFor(random: Random, isBusiness: boolean): AddressPlan['label'][] {
  if (isBusiness) return ['work'];
  return random.chance(0.28) ? ['home', random.pick(['work', 'gift', 'gift'])] : ['home'];
}

/** Most customers order now and then, a few all the time. */
function activityOf(random: Random, isBusiness: boolean): number {
  const luck = random.next();
  return 0.15 + luck * luck * luck * 4 + (isBusiness ? 1.2 : 0);
}

function planCustomer(
  random: Random,
  id: number,
  taken: Set<string>,
): Omit<CustomerPlan, 'addresses'> & Person {
  const person = meetPerson(random);
  const trade = random.chance(BUSINESSES) ? random.pick(TRADES) : null;
  return {
    ...person,
    id,
    company: trade ? trade.company.replace('%', person.familyName) : null,
    email: freeEmail(random, person, taken),
    buys: trade?.buys ?? [],
    activity: activityOf(random, trade !== null),
  };
}

export function planCustomers(): CustomerPlan[] {
  const random = randomFor('customers');
  const taken = new Set<string>();
  let addressId = 0;
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const customer = planCustomer(random, index + 1, taken);
    const addresses = labelsFor(random, customer.company !== null).map((label) => {
      addressId += 1;
      return { id: addressId, customerId: customer.id, label, ...findPlace(random, customer.country) };
    });
    return { ...customer, addresses };
  });
}
