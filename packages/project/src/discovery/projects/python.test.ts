import { describe, expect, test } from 'vitest';
import { discovered } from '../../testing/discover.ts';

type Files = Readonly<Record<string, string>>;

describe('Django', () => {
  const manage = (module: string) => `os.environ.setdefault("DJANGO_SETTINGS_MODULE", "${module}")\n`;

  test.each<[string, Files, string]>([
    [
      'a package of settings with changes after the import',
      {
        'manage.py': manage('config.settings.local'),
        'config/settings/base.py':
          'import environ\nenv = environ.Env()\nDATABASES = {"default": env.db("DATABASE_URL", default="postgres://ann@localhost/library")}\nDATABASES["default"]["ATOMIC_REQUESTS"] = True\n',
        'config/settings/local.py': 'from .base import *  # noqa\nfrom .base import env\nDEBUG = True\n',
      },
      'postgres localhost/library',
    ],
    [
      'fields that the settings for development replace',
      {
        'manage.py': manage('library.settings.dev'),
        'library/settings/base.py':
          "DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql', 'HOST': 'db.internal', 'NAME': 'library'}}\n",
        'library/settings/dev.py':
          "from library.settings.base import *\nDATABASES['default']['HOST'] = 'localhost'\nDATABASES['default'].update({'PORT': 5470})\n",
      },
      'postgres localhost:5470/library',
    ],
    [
      'an engine that a variable selects',
      {
        'manage.py': manage('library.settings'),
        'library/settings.py': `import os
from pathlib import Path
ROOT = Path(__file__).resolve().parents[1]
engine = os.getenv("LIBRARY_ENGINE", "sqlite").lower()
if engine == "mysql":
    DATABASES = {"default": {"ENGINE": "django.db.backends.mysql", "NAME": "library"}}
elif engine in ("sqlite", "sqlite3"):
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(ROOT, "var", "library.db")}}
else:
    raise ValueError(engine)
`,
      },
      'sqlite var/library.db',
    ],
    [
      'a conditional expression and a format string',
      {
        'manage.py': manage('library.settings'),
        'library/settings.py':
          "import dj_database_url as urls\nfrom decouple import config\nname = 'library' if not config('CI', default=False) else 'ci'\nDATABASES = {'default': urls.parse(f'mysql://ann@localhost:3355/{name}')}\n",
      },
      'mysql localhost:3355/library',
    ],
    [
      'functions of the settings, and switches for development',
      {
        'manage.py': manage('library.settings'),
        'library/utils.py':
          'import os\ndef setting(name, default=None):\n    value = os.environ.get(name, default)\n    return value\n',
        'library/settings.py':
          "from library.utils import setting, flag\nDEBUG = flag('DEBUG')\ndef server(name: str, port=5432) -> dict:\n    return {'ENGINE': 'django.db.backends.postgresql', 'NAME': name, 'PORT': port}\nif DEBUG:\n    DATABASES = {'default': server(setting('LIBRARY', default='library'), port=5473)}\nelse:\n    DATABASES = {'default': server('live')}\n",
      },
      'postgres 127.0.0.1:5473/library',
    ],
    [
      'variables of .env beside manage.py, in a folder',
      {
        'web/manage.py': manage('library.settings'),
        'web/.env': 'SQL_DB=library\nSQL_PORT=5471\n',
        'web/library/settings.py':
          "from os import environ as e\nDATABASES = dict(default=dict(ENGINE='django.db.backends.postgresql', NAME=e['SQL_DB'], PORT=e.get('SQL_PORT', 5432)))\n",
      },
      'postgres 127.0.0.1:5471/library',
    ],
    [
      'settings of this machine in a module that git ignores',
      {
        'manage.py': manage('library.settings'),
        'library/settings.py':
          "DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql', 'NAME': 'library'}}\ntry:\n    from .local_settings import *\nexcept ImportError:\n    pass\n",
        'library/local_settings.py':
          "DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql', 'NAME': 'mine', 'PORT': '5472'}}\n",
      },
      'postgres 127.0.0.1:5472/mine',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['var/library.db', 'other.sqlite3'] })).toBe(expected);
  });

  test.each<[string, string, RegExp]>([
    [
      'a condition that is not known',
      'if is_testing():\n    DATABASES = {}\nelse:\n    DATABASES = {"default": {"ENGINE": "sqlite3", "NAME": "x.db"}}\n',
      /settings\.py.*computed/,
    ],
    [
      'a file that is not there yet',
      'DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "fresh.sqlite3"}}\n',
      /settings\.py.*fresh\.sqlite3/,
    ],
    [
      'Oracle',
      'DATABASES = {"default": {"ENGINE": "django.db.backends.oracle", "NAME": "x"}}\n',
      /settings\.py.*Oracle/,
    ],
    [
      'a variable that must be set',
      'import os\nDATABASES = {"default": {"ENGINE": "django.db.backends.mysql", "NAME": "x", "PASSWORD": os.environ["MYSQL_PW"]}}\n',
      /settings\.py.*MYSQL_PW/,
    ],
  ])('%s: nothing is chosen, though another SQLite file exists', async (_, settings, expected) => {
    const files = { 'manage.py': manage('library.settings'), 'library/settings.py': settings };
    const answer = await discovered(files, { sqlite: ['search.sqlite3'] });
    expect(answer).toMatch(/^none: /);
    expect(answer).toMatch(expected);
  });
});

describe('Flask, FastAPI and Alembic', () => {
  test.each<[string, Files, string]>([
    [
      'classes for several environments',
      {
        'config.py':
          "import os\nclass Config:\n    SQLALCHEMY_DATABASE_URI = None\nclass TestConfig(Config):\n    SQLALCHEMY_DATABASE_URI = 'sqlite://'\nclass DevelopmentConfig(Config):\n    SQLALCHEMY_DATABASE_URI = os.environ.get('DEV_URL') or 'mysql+pymysql://ann@localhost/recipes'\n",
      },
      'mysql localhost/recipes',
    ],
    [
      'a setting of the application, relative to the instance folder',
      {
        'recipes/__init__.py':
          "def create_app():\n    app = Flask(__name__)\n    app.config['SQLALCHEMY_DATABASE_URI'] = 'sqlite:///recipes.db'\n    return app\n",
      },
      'sqlite instance/recipes.db',
    ],
    [
      'an engine',
      {
        'app/db/session.py':
          "from sqlalchemy import create_engine\nengine = create_engine('postgresql+psycopg://ann@localhost:5480/recipes')\n",
      },
      'postgres localhost:5480/recipes',
    ],
    [
      'settings of pydantic, which .env overrides',
      {
        '.env': 'RECIPES_DATABASE_URL=postgresql://ann@localhost:5481/recipes\n',
        'app/core/config.py':
          "class Settings(BaseSettings):\n    RECIPES_DATABASE_URL: str = 'sqlite:///./x.db'\n",
      },
      'postgres localhost:5481/recipes',
    ],
    [
      'alembic.ini',
      {
        'alembic.ini':
          '[alembic]\nscript_location = migrations\nsqlalchemy.url = sqlite:///%(here)s/instance/recipes.db\n',
      },
      'sqlite instance/recipes.db',
    ],
    [
      'the placeholder of alembic init is no database',
      {
        'alembic.ini': '[alembic]\nsqlalchemy.url = driver://user:pass@localhost/dbname\n',
        'compose.yaml': 'services:\n  db:\n    image: postgres\n    ports: ["5482:5432"]\n',
      },
      'postgres 127.0.0.1:5482/postgres',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['instance/recipes.db'] })).toBe(expected);
  });
});
