export type Country = 'DE' | 'AT' | 'NL' | 'BE' | 'FR' | 'PL' | 'DK' | 'ES' | 'CZ' | 'GR';

export type Place = {
  /** {n} is the house number. */
  streets: readonly string[];
  /** City to postcode; each # is a digit. */
  cities: Readonly<Record<string, string>>;
};

export const PLACES: Readonly<Record<Country, Place>> = {
  DE: {
    streets: [
      'Lindenweg {n}',
      'Am Mühlbach {n}',
      'Gartenstraße {n}',
      'Schillerstraße {n}',
      'Weidenallee {n}',
    ],
    cities: { Leipzig: '042##', Freiburg: '791##', Bremen: '282##', Köln: '508##', Nürnberg: '904##' },
  },
  AT: {
    streets: ['Kirchengasse {n}', 'Bachweg {n}', 'Obstgartenweg {n}'],
    cities: { Wien: '10#0', Graz: '80#0', Linz: '40#0' },
  },
  NL: {
    streets: ['Molenstraat {n}', 'Tulpenlaan {n}', 'Oude Gracht {n}', 'Beukenweg {n}'],
    cities: { Utrecht: '35## AL', Groningen: '97## KC', Haarlem: '20## RB' },
  },
  BE: {
    streets: ['Rue du Moulin {n}', 'Kerkstraat {n}', 'Avenue des Tilleuls {n}'],
    cities: { Gent: '90#0', Namur: '50#0', Antwerpen: '20#0' },
  },
  FR: {
    streets: [
      '{n} rue des Lilas',
      '{n} chemin du Verger',
      '{n} avenue Jean-Jaurès',
      '{n} impasse du Tilleul',
    ],
    cities: { Nantes: '44#00', Grenoble: '38#00', 'Saint-Étienne': '42#00', Lille: '59#00' },
  },
  PL: {
    streets: ['ul. Ogrodowa {n}', 'ul. Lipowa {n}', 'ul. Słoneczna {n}', 'ul. Młyńska {n}'],
    cities: { Kraków: '30-###', Gdańsk: '80-###', Łódź: '90-###', Wrocław: '50-###' },
  },
  DK: {
    streets: ['Møllevej {n}', 'Åboulevarden {n}', 'Kirsebærhaven {n}'],
    cities: { Aarhus: '82#0', Odense: '52#0', København: '2#00' },
  },
  ES: {
    streets: ['Calle del Olivo {n}', 'Paseo de los Álamos {n}', 'Calle Peñalara {n}'],
    cities: { València: '460##', Logroño: '260##', 'A Coruña': '150##' },
  },
  CZ: {
    streets: ['Zahradní {n}', 'Lipová {n}', 'U Řeky {n}'],
    cities: { Brno: '6## 00', Plzeň: '3## 00', Olomouc: '7## 00' },
  },
  GR: {
    streets: ['Οδός Ελιάς {n}', 'Οδός Κήπων {n}', 'Λεωφόρος Ειρήνης {n}'],
    cities: { Θεσσαλονίκη: '546 ##', Πάτρα: '262 ##', Αθήνα: '115 ##' },
  },
};
